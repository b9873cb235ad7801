import type { UsedKey } from '@signet/identity'
import { escaped } from '@signet/pages'
import { keyPresets } from '../keys/key-presets.ts'
import { maskedKey } from '../keys/key-routes.ts'
import type { Person } from '../people/account-table.ts'
import type { ListedSession } from '../people/session-table.ts'
import { button, table, time } from './elements.ts'
import { type People, peoplePart } from './people-part.ts'
import { planPart, usagePart } from './plan-part.ts'
import { pageReply } from './shell.ts'

export interface Dashboard extends People {
  readonly baseUrl: string
  readonly person: Person | undefined
  readonly orgId: string
  readonly keys: readonly UsedKey[]
  /** Scopes of a key for which none are named. */
  readonly usualScopes: readonly string[]
  readonly sessions: readonly ListedSession[]
  /** The session of the request. */
  readonly sessionId: string | undefined
}

const identityPart = ({ person, userId, orgId }: Dashboard): string => `
  <section aria-labelledby="who">
    <h2 id="who">Who you are</h2>
    <dl>
      <dt>Name</dt><dd>${escaped(person?.name ?? 'none given')}</dd>
      <dt>E-mail</dt><dd>${escaped(person?.email ?? 'not known')}</dd>
      <dt>User</dt><dd><code>${escaped(userId)}</code></dd>
      <dt>Organisation</dt><dd><code>${escaped(orgId)}</code></dd>
    </dl>
    <form data-action="rename">
      <label>Name <input name="name" maxlength="100" autocomplete="name" value="${escaped(person?.name ?? '')}"></label>
      <button>Save name</button>
    </form>
  </section>`

const presetOptions = (usualScopes: readonly string[]): string =>
  Object.entries(keyPresets(usualScopes))
    .map(([preset, { title }]) => `<option value="${preset}">${escaped(title)}</option>`)
    .join('')

const keyPart = ({ keys, usualScopes }: Dashboard): string => {
  const rows = keys.map(({ id, name, last4, createdAt, expiresAt, lastUsed, scopes, dailyBudget, usedToday = 0 }) => [
    escaped(name),
    `<code>${escaped(maskedKey(last4))}</code>`,
    time(createdAt),
    lastUsed === null ? 'never' : time(lastUsed),
    expiresAt === undefined ? 'never' : time(expiresAt),
    `<details><summary>${scopes.length} scopes</summary>${escaped(scopes.join(', '))}</details>`,
    dailyBudget === undefined ? 'no budget' : `${usedToday} of ${dailyBudget} credits`,
    button('delete-key', id, 'Delete', name),
  ])
  return `
  <section aria-labelledby="keys">
    <h2 id="keys">API keys</h2>
    ${rows.length === 0 ? '<p>There are no keys yet.</p>' : table('Keys of your organisation', ['Name', 'Key', 'Created', 'Last used', 'Expires', 'May', 'Today', '<span class="hidden">What to do</span>'], rows)}
    <form data-action="create-key">
      <label>Name of a new key <input name="name" required maxlength="100" autocomplete="off"></label>
      <label>What it may do <select name="preset">${presetOptions(usualScopes)}</select></label>
      <button>Create key</button>
    </form>
    <div id="new-key" role="status"></div>
  </section>`
}

const sessionPart = ({ sessions, sessionId }: Dashboard): string => {
  const rows = sessions.map(({ id, client, created_at, expires_at }) => [
    escaped(client ?? 'unknown browser'),
    time(created_at),
    time(expires_at),
    id === sessionId ? 'this one' : button('end-session', id, 'End', `the session of ${created_at}`),
  ])
  return `
  <section aria-labelledby="sessions">
    <h2 id="sessions">Where you are signed in</h2>
    ${table('Your sessions', ['Browser', 'Since', 'Until', '<span class="hidden">What to do</span>'], rows)}
  </section>`
}

/** Parts of the dashboard in order. */
const PARTS: readonly ((dashboard: Dashboard) => string)[] = [
  identityPart,
  usagePart,
  planPart,
  keyPart,
  peoplePart,
  sessionPart,
]

/** The dashboard: profile, sessions, keys and organisations. */
export const dashboardPage = (dashboard: Dashboard) =>
  pageReply({
    title: 'Dashboard',
    baseUrl: dashboard.baseUrl,
    navigation: [
      { title: 'Dashboard', path: '/dashboard' },
      { title: 'Agents', path: '/dashboard/agents' },
    ],
    main: PARTS.map((part) => part(dashboard)).join(''),
  })
