const DRAFT = 'draft:'

/**
 * Returns the storage key of an organization's draft. Drafts survive the tab and an expired session; signing out
 * deletes them.
 */
export const draftKey = (what: string, organization: string): string => `${DRAFT}${what}:${organization}`

/** Deletes all drafts at sign-out, so that the next user of this browser cannot see them. */
export const forgetDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(DRAFT))) localStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so there are no drafts to delete.
  }
}
