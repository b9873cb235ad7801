import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type NoticeKind = 'info' | 'ok' | 'warn' | 'danger'

const ICONS: Readonly<Record<NoticeKind, IconName>> = { info: 'info', ok: 'check', warn: 'alert', danger: 'alert' }

/** A highlighted message. `isAlert`: it appeared as a result of a user action and is announced. */
export const Notice = ({
  kind = 'info',
  children,
  action,
  isAlert = false,
}: {
  readonly kind?: NoticeKind
  readonly children: ComponentChildren
  readonly action?: ComponentChildren
  readonly isAlert?: boolean
}) => (
  <div class={`notice ${kind}`} role={isAlert ? 'alert' : undefined}>
    <Icon name={ICONS[kind]} />
    <div class="notice-text">{children}</div>
    {action && <div class="actions">{action}</div>}
  </div>
)
