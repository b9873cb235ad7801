const KEY_PREFIX = 'draft:'

/**
 * Returns the storage key of an organization's draft. Drafts survive the tab and an expired session; signing out
 * deletes them.
 */
export const draftKey = (form: string, organization: string): string => `${KEY_PREFIX}${form}:${organization}`

/** Deletes all drafts at sign-out, so that the next user of this browser cannot see them. */
export const deleteDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(KEY_PREFIX)))
      localStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so there are no drafts to delete.
  }
}
