import type { ComponentChildren, Ref, TargetedMouseEvent } from 'preact'
import { Icon, type IconName } from './icon.tsx'

/** The prominence of a button. A view has at most one primary button; destructive actions use `danger`. */
export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet'

const classOf = (kind: ButtonKind, isIconOnly = false): string =>
  ['button', kind === 'plain' ? '' : kind, isIconOnly ? 'icon-only' : ''].filter(Boolean).join(' ')

export interface ButtonProps {
  readonly children: ComponentChildren
  readonly kind?: ButtonKind
  readonly icon?: IconName
  readonly type?: 'button' | 'submit'
  readonly onClick?: ((event: TargetedMouseEvent<HTMLButtonElement>) => void) | undefined
  /** The action is running: the button keeps the focus and ignores further clicks. */
  readonly isBusy?: boolean | undefined
  /** The reason why the button is unavailable, exposed as its description; absent if it is available. */
  readonly unavailable?: string | undefined
  readonly popoverTarget?: string
  readonly buttonRef?: Ref<HTMLButtonElement>
  readonly label?: string
}

/** A button with a text. While busy or unavailable, it stays focusable and does nothing. */
export const Button = ({
  children,
  kind = 'plain',
  icon,
  type = 'button',
  onClick,
  isBusy = false,
  unavailable,
  buttonRef,
  label,
  ...attributes
}: ButtonProps) => {
  const isInactive = isBusy || unavailable !== undefined
  return (
    <button
      {...attributes}
      ref={buttonRef ?? null}
      type={type}
      class={classOf(kind)}
      aria-label={label}
      aria-disabled={isInactive}
      aria-busy={isBusy}
      title={unavailable}
      onClick={(event) => {
        if (isInactive) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export const IconButton = ({
  name,
  label,
  onClick,
  popoverTarget,
  isPressed,
}: {
  readonly name: IconName
  readonly label: string
  readonly onClick?: () => void
  readonly popoverTarget?: string
  readonly isPressed?: boolean
}) => (
  <button
    type="button"
    class={classOf('quiet', true)}
    aria-label={label}
    aria-pressed={isPressed}
    title={label}
    popovertarget={popoverTarget}
    onClick={onClick ? () => onClick() : undefined}
  >
    <Icon name={name} />
  </button>
)

export const LinkButton = ({
  href,
  children,
  kind = 'plain',
  icon,
  ...attributes
}: {
  readonly href: string
  readonly children: ComponentChildren
  readonly kind?: ButtonKind
  readonly icon?: IconName
  readonly download?: boolean | string
}) => (
  <a {...attributes} class={classOf(kind)} href={href}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
)
