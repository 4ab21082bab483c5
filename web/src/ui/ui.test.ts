import { type Component, createRawSnippet } from 'svelte'
import { render } from 'svelte/server'
import { describe, expect, it, vi } from 'vitest'
import Button from './Button.svelte'
import IconButton from './IconButton.svelte'
import Prompt from './Prompt.svelte'
import SeatBadge from './SeatBadge.svelte'
import Segmented from './Segmented.svelte'
import BottomSheet from './BottomSheet.svelte'
import Switch from './Switch.svelte'
import Tabs from './Tabs.svelte'
import { Toasts } from './toasts.svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- components of any props
type Any = Component<any>
const html = (component: Any, props: Record<string, unknown>): string =>
  render(component, { props }).body.replace(/<!--.*?-->/g, '')
const words = (text: string) => createRawSnippet(() => ({ render: () => `<span>${text}</span>` }))

describe('interface', () => {
  it('keeps a refused button reachable, so that it can say why', () => {
    const out = html(Button, { off: true, children: words('Poser') })
    expect(out).toContain('aria-disabled="true"')
    expect(out).not.toMatch(/ disabled[ =>]/)
  })

  it('names every button that shows only an icon', () => {
    const out = html(IconButton, { icon: 'chat', label: 'Discussion, 2 messages', badge: 2 })
    expect(out).toContain('aria-label="Discussion, 2 messages"')
    expect(out).toMatch(/<b [^>]*aria-hidden="true"/)
  })

  it('speaks the prompt once, in a live region', () => {
    const out = html(Prompt, { ariaText: ['À vous.'], children: words('À vous.'), question: words('Où ?') })
    expect(out).toMatch(/role="status" aria-live="polite"[^>]*><p[^>]*>À vous\.</)
    expect(out).toContain('aria-hidden="true"')
  })

  it('marks the seat whose turn it is', () => {
    expect(html(SeatBadge, { name: 'Roch', active: true, face: words('') })).toContain('aria-current="true"')
    expect(html(SeatBadge, { name: 'Roch', face: words('') })).not.toContain('aria-current')
  })

  it('is made of real switches, radios, tabs and dialogs', () => {
    expect(html(Switch, { label: 'Enchères', checked: true })).toMatch(/role="switch" aria-checked="true"/)
    const options = [
      { value: 'fr', label: 'FR', ariaLabel: 'Français' },
      { value: 'en', label: 'EN' },
    ]
    expect(html(Segmented, { options, value: 'fr', label: 'Langue' })).toMatch(/type="radio"[^>]*checked/)
    const tabs = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ]
    const out = html(Tabs, { tabs, value: 'b', label: 'Onglets', panel: words('b') })
    expect(out.match(/aria-selected="true" tabindex="0"/g)).toHaveLength(1)
    expect(html(BottomSheet, { open: false, title: 'Enchère', closeLabel: 'Fermer', children: words('') })).toMatch(
      /^<dialog aria-labelledby/,
    )
  })

  it('lets messages be put away, and ends them', () => {
    vi.useFakeTimers()
    const toasts = new Toasts()
    toasts.say('Personne ne répond', 'alert')
    vi.advanceTimersByTime(60_000)
    expect(toasts.list).toHaveLength(0)
    vi.useRealTimers()
    const id = toasts.say('Connexion perdue', 'alert')
    expect(toasts.list).toHaveLength(1)
    toasts.drop(id)
    expect(toasts.list).toHaveLength(0)
  })
})
