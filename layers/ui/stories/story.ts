import type { ComponentChildren } from 'preact'

export interface Story {
  readonly name: string
  readonly states: Readonly<Record<string, () => ComponentChildren>>
  /** The overlay covers the page, so one state is shown at a time. */
  readonly isOverlay?: true
}
