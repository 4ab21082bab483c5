import { mount } from 'svelte'
import '../styles/tokens.css'
import '../styles/base.css'
import Planche from './Planche.svelte'

const target = document.getElementById('app')
if (target) mount(Planche, { target })
