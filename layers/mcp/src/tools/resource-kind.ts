import type { ToolContext } from './tool.ts'

export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
}

export interface ResourceKind {
  readonly name: string
  readonly title: string
  readonly description: string
  /** RFC 6570, with one variable: `signet://decks/{name}`. */
  readonly template: string
  readonly mediaType: string
  readonly scope: string
  /** Those that there are; absent: too many to list. @throws if they cannot be read now. */
  list?(context: ToolContext): Promise<readonly ListedResource[]>
  /** Its text; undefined if the caller has none of this value. @throws if it cannot be read now. */
  read(value: string, context: ToolContext): Promise<string | undefined>
}
