import type { TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs with one visible panel. Arrow keys move between them (ARIA Authoring Practices, Tabs). */
export const Tabs = ({
  label,
  value,
  names,
  onValue,
  panel,
}: {
  readonly label: string
  readonly value: string
  readonly names: readonly string[]
  readonly onValue: (name: string) => void
  readonly panel: string
}) => {
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const index = (names.indexOf(value) + step + names.length) % names.length
    onValue(names[index] ?? value)
    const tab = event.currentTarget.children[index]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === value}
          aria-controls={panel}
          tabIndex={name === value ? 0 : -1}
          onClick={() => onValue(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** Visible part of the previous tab, which shows that the row scrolls. */
const NEIGHBOR_PX = 32

export const LinkTabs = ({
  label,
  links,
  current,
}: {
  readonly label: string
  readonly links: readonly { readonly href: string; readonly text: string }[]
  readonly current: string
}) => {
  const row = useRef<HTMLElement>(null)
  // If the row overflows, scrolls the current tab into view.
  useLayoutEffect(() => {
    const tabs = row.current
    const currentTab = row.current?.querySelector('[aria-current]')
    if (!tabs || !currentTab) return
    const frame = tabs.getBoundingClientRect()
    const link = currentTab.getBoundingClientRect()
    if (link.left < frame.left || link.right > frame.right) tabs.scrollLeft += link.left - frame.left - NEIGHBOR_PX
  }, [current])
  return (
    <nav class="tabs" aria-label={label} ref={row}>
      {links.map(({ href, text }) => (
        <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}
