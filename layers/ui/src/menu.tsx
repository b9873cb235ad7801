import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

/** Places the menu below its button, or above if it does not fit, and inside the window. */
const positionPopover = (popover: HTMLElement, button: HTMLElement): void => {
  const { left, right, bottom, top } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const x = left + width > innerWidth - 8 ? right - width : left
  const isAbove = bottom + height > innerHeight - 8 && top > height
  popover.style.left = `${Math.max(8, x)}px`
  popover.style.top = `${isAbove ? top - height - 4 : bottom + 4}px`
}

export interface MenuItem {
  readonly text: ComponentChildren
  readonly onChoose?: () => void
  readonly href?: string
  readonly isCurrent?: boolean
  readonly isDanger?: boolean
}

const Item = ({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) => {
  const { text, onChoose, href, isCurrent, isDanger } = item
  const shared = {
    class: isDanger ? 'item danger' : 'item',
    'aria-current': isCurrent ? ('true' as const) : undefined,
    onClick: () => {
      onClose()
      onChoose?.()
    },
  }
  return href === undefined ? (
    <button type="button" {...shared}>
      {text}
    </button>
  ) : (
    <a href={href} {...shared}>
      {text}
    </a>
  )
}

export interface MenuProps {
  readonly label: string
  /** The text of the button; absent for an icon button. */
  readonly text?: ComponentChildren
  readonly icon?: IconName
  readonly items: readonly MenuItem[]
}

/** A menu of actions or links behind a button. Tab moves through the items, Escape closes the menu. */
export const Menu = ({ label, text, icon, items }: MenuProps) => {
  const id = useId()
  const popover = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isIconOnly = text === undefined
  return (
    <>
      <button
        ref={button}
        type="button"
        class={isIconOnly ? 'button quiet icon-only' : 'button quiet'}
        aria-label={label}
        title={isIconOnly ? label : undefined}
        popovertarget={id}
      >
        {icon && <Icon name={icon} />}
        {text}
        {!isIconOnly && <Icon name="down" />}
      </button>
      <section
        id={id}
        ref={popover}
        class="popover"
        popover="auto"
        aria-label={label}
        onToggle={({ newState }) => {
          if (newState === 'open' && popover.current && button.current) positionPopover(popover.current, button.current)
        }}
      >
        {items.map((item, index) => (
          <Item key={index} item={item} onClose={() => popover.current?.hidePopover()} />
        ))}
      </section>
    </>
  )
}
