const ACCOUNT_PREFIX = 'CR#'

/** The partition of everything about one billing account; roles are narrowed to this prefix. */
export const accountPartition = (accountId: string): string => `${ACCOUNT_PREFIX}${accountId}`

/** Primary key of the balance. */
export const balanceItemKey = (accountId: string) => ({ pk: accountPartition(accountId), sk: 'BAL' })

export const ENTRY_PREFIX = 'L#'

/** Primary key of a ledger entry; entries of an account sort by time. */
export const entryItemKey = (accountId: string, { at, type, ref }: { at: string; type: string; ref: string }) => ({
  pk: accountPartition(accountId),
  sk: `${ENTRY_PREFIX}${at}#${type}#${ref}`,
})

/** Primary key of the mark that something was posted; it is what makes a posting happen once. */
export const onceItemKey = (accountId: string, { type, ref }: { type: string; ref: string }) => ({
  pk: accountPartition(accountId),
  sk: `ONCE#${type}#${ref}`,
})

/** Primary key of the mark that an account has backed the community milestone. */
export const backerItemKey = (accountId: string) => ({ pk: accountPartition(accountId), sk: 'BACKER' })

/** Primary key of the images that somebody without an account made in a month such as 2026-11. */
export const usageItemKey = (scope: string, month: string) => ({ pk: `USE#${scope}`, sk: `images#${month}` })

/** Primary key of the note of when an account's grace ends. */
export const graceItemKey = (accountId: string) => ({ pk: accountPartition(accountId), sk: 'GRACE' })

/** Partition of the index that lists running graces. */
export const GRACE_PARTITION = 'GRACE#ends'

/** Index entry of such a note; sorted by the end. */
export const graceIndexEntry = (until: string) => ({ gsi1pk: GRACE_PARTITION, gsi1sk: until })

/** The account that an index entry is about. */
export const readGraceEntry = (item: Readonly<Record<string, unknown>>): string =>
  String(item.pk).slice(ACCOUNT_PREFIX.length)
