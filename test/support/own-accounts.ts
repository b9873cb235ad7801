/** Dependencies of tables of accounts where every account is a person's own. */
export const ofPeople = <Deps extends object>(
  deps: Deps,
): Deps & { isOwnAccount: (id: string) => Promise<boolean> } => ({
  ...deps,
  isOwnAccount: async () => true,
})
