export interface DesignContent {
  readonly files: readonly { readonly content: string }[]
  readonly functions: readonly { readonly uses: readonly string[] }[]
  readonly requirements: readonly {
    readonly key: string
    readonly text: string
    readonly fulfills?: readonly string[]
  }[]
  readonly site: string | undefined
  readonly everyMinutes: number | undefined
}
