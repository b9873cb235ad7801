/** What a scope lets a key do, in words. A scope without words here shows as it is. */
const WORDS: Readonly<Record<string, string>> = {
  'flags:read': 'Read and evaluate feature flags',
  'flags:write': 'Create, change and delete feature flags',
  'account:read': 'See which account it belongs to',
  'members:read': 'See the people of the organization',
  'members:write': 'Invite and remove people, change roles',
  'usage:read': 'See usage and limits',
  'images:read': 'See images',
  'images:write': 'Draw and delete images, which counts on the plan',
  'agents:read': 'See what roles remember',
  'agents:run': 'Ask roles, which counts on the plan',
  'flows:read': 'See flows, download them and bring projects up to date',
  'flows:write': 'Create flows, which counts on the plan, and have their prose edited',
  'runtime:read': 'Run readings, classify and grade, see what was kept',
  'runtime:run': 'Make scaffolds and ask roles at the runtime itself, on a paid plan',
  'decks:write': 'Register decks',
  'billing:read': 'See plan and payments',
  'billing:write': 'Buy with the saved card, change and end plans',
  'sentiment:read': 'See monitors of mentions',
  'sentiment:write': 'Create, change and delete monitors of mentions',
  'archive:read': 'Search and read the archive',
  'archive:ingest': 'Import into the archive, work on notebooks',
  'archive:admin': 'Manage the archive and its keys',
  'receipts:read': 'See receipts, and what proves their private claims',
  'receipts:write': 'Withdraw receipts',
  generate: 'Draw images, which costs credits',
  read: 'See its images and usage',
  'billing:purchase': 'Buy credits with the saved card',
}

export const scopeWords = (scope: string): string => WORDS[scope] ?? scope

/** What a key may do, short enough for a table: what moves money or people is always named. */
export const scopeSummary = (scopes: readonly string[]): string => {
  const heavy = scopes.filter((scope) => /^(?:billing:write|billing:purchase|members:write)$/.test(scope))
  if (scopes.length <= 3) return scopes.map(scopeWords).join('; ')
  const services = new Set(scopes.map((scope) => scope.split(':')[0]))
  const rest = `${scopes.length} scopes: ${[...services].join(', ')}`
  return heavy.length === 0 ? rest : `${rest}. ${heavy.map(scopeWords).join('; ')}`
}
