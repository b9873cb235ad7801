/** Returns dependencies of account tables in which every account is a person's. */
export const withOwnAccounts = <Deps extends object>(
  deps: Deps,
): Deps & { isOwnAccount: (id: string) => Promise<boolean> } => ({
  ...deps,
  isOwnAccount: async () => true,
})
