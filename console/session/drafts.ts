const DRAFT = 'draft:'

/** The key of a draft of an organization. It outlives its tab, and its session as well where that ends by itself: a sign-out in this browser forgets it. */
export const draftKey = (what: string, organization: string): string => `${DRAFT}${what}:${organization}`

/** Forgets all drafts, at a sign-out: whoever sits down at this browser next has no business with them. */
export const forgetDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(DRAFT))) localStorage.removeItem(key)
  } catch {
    // The browser keeps nothing for pages, so there is nothing to forget: the sign-out goes on.
  }
}
