// biome-ignore lint/suspicious/noExplicitAny: Responses are compared untyped; a missing field fails the comparison.
export type Reply = any

/** The expected content of a page for one API response. */
export interface ExpectedPage {
  readonly page: string
  /** Matches path and query of the request. */
  readonly reply: RegExp
  /** Texts that the page must show, in this order. */
  readonly texts: (body: Reply) => readonly string[]
  /** Elements that exist once per item of the response. */
  readonly rows?: { readonly selector: string; readonly count: (body: Reply) => number }
}

export const number = (value: number): string => value.toLocaleString('en')
export const day = (at: string): string => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(at))

export const rowsOf = (label: string, count: (body: Reply) => number) => ({
  selector: `table[aria-label="${label}"] tbody tr`,
  count,
})
