/** Rights that no API test uses, and their purpose. */
export interface UntestedRight {
  readonly fn: RegExp
  readonly action: RegExp
  /** Only on rows with this key prefix. */
  readonly rows?: string
  readonly reason: string
}
