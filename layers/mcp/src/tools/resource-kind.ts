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
  /** URI template (RFC 6570) with one variable: `signet://decks/{name}`. */
  readonly template: string
  readonly mediaType: string
  readonly scope: string
  /**
   * Lists the existing resources; absent: too many to list.
   * @throws if they cannot be read now
   */
  list?(context: ToolContext): Promise<readonly ListedResource[]>
  /**
   * Returns the text of a resource; undefined if the caller has no such resource.
   * @throws if it cannot be read now
   */
  read(value: string, context: ToolContext): Promise<string | undefined>
}
