import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'neutral' | 'ok' | 'warn' | 'danger' | 'accent'

/** A state in a word. Color and icon only support the word. */
export const Badge = ({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly children: ComponentChildren
}) => (
  <span class={`badge ${tone}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)
