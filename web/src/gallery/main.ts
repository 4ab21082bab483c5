import { mount } from 'svelte'
import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import { CLAW_IDS } from '../art/terres/terres'
import { settings } from '../lib/settings.svelte'
import Gallery from './Gallery.svelte'

// samples: a table gets the figures of its box from the server
settings.setFigures({
  'terres.cards.lone_force': 1,
  ...Object.fromEntries(CLAW_IDS.map((claw) => [`terres.claw_values.${claw}`, 3])),
  'traces.wolves.most_strength': 12,
  'traces.wolves.most_renown': 4,
  'traces.zones.yellow_from': 4,
  'traces.zones.green_from': 8,
})

const target = document.getElementById('app')
if (target) mount(Gallery, { target })
