/** Descriptions of scopes. Scopes without one are shown by name. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'flags:read': 'Read and evaluate feature flags',
  'flags:write': 'Create, change and delete feature flags',
  'account:read': 'See the account of the key',
  'members:read': 'See the members of the organization',
  'members:write': 'Invite and remove members, change roles',
  'usage:read': 'See usage and quotas',
  'images:read': 'See images',
  'images:write': 'Generate and delete images (uses quota)',
  'agents:read': 'See role memory',
  'agents:run': 'Consult roles (uses quota)',
  'flows:read': 'See and download flows, update projects',
  'flows:write': 'Create flows (uses quota) and edit their texts',
  'runtime:read': 'Run readings, classify and grade texts, see saved readings',
  'runtime:run': 'Create scaffolds and consult roles with the runtime API (paid plans)',
  'decks:write': 'Register decks',
  'billing:read': 'See plan and payments',
  'billing:write': 'Buy with the saved card, change and end plans',
  'sentiment:read': 'See mention monitors',
  'sentiment:write': 'Create, change and delete mention monitors',
  'archive:read': 'Search and read the archive',
  'archive:ingest': 'Import into the archive, create and change notebooks',
  'archive:admin': 'Manage the archive and its keys',
  'receipts:read': 'See receipts and their private claims',
  'receipts:write': 'Withdraw receipts',
  generate: 'Generate images (uses credits)',
  read: 'See images and usage',
  'billing:purchase': 'Buy credits with the saved card',
}

export const scopeWords = (scope: string): string => DESCRIPTIONS[scope] ?? scope

/** Summarizes scopes for a table. Scopes that control money or members are always named. */
export const scopeSummary = (scopes: readonly string[]): string => {
  const sensitiveScopes = scopes.filter((scope) => /^(?:billing:write|billing:purchase|members:write)$/.test(scope))
  if (scopes.length <= 3) return scopes.map(scopeWords).join('; ')
  const services = new Set(scopes.map((scope) => scope.split(':')[0]))
  const summary = `${scopes.length} scopes: ${[...services].join(', ')}`
  return sensitiveScopes.length === 0 ? summary : `${summary}. ${sensitiveScopes.map(scopeWords).join('; ')}`
}
