/** What every key of a draft in the browser begins with. */
const DRAFT = 'draft:'

/** The key of a draft of an organisation. It outlives its tab, and not its session. */
export const draftKey = (what: string, organisation: string): string => `${DRAFT}${what}:${organisation}`

/** Forgets all drafts: whoever sits down at this browser next has no business with them. */
export const forgetDrafts = (): void => {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(DRAFT))) localStorage.removeItem(key)
}
