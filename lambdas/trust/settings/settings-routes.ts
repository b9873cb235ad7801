import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { invalidInput, type Route, type RowOf, route, rowTable, type TableDeps, transact } from '@signet/kernel'
import { pageSettingsRow } from '../contract/page-rows.ts'
import { getPageSettings, putPageSettings, type TrustPageSettings } from '../contract/page-settings.ts'
import { accentFaults } from './contrast.ts'

type SettingsRow = RowOf<typeof pageSettingsRow>

const settingsView = (row: SettingsRow | undefined): TrustPageSettings => ({
  ...row,
  updated_at: row?.updated_at ?? null,
})

const ADDRESSES = ['website', 'securityContact'] as const

const addressFaults = (body: Partial<SettingsRow>) =>
  ADDRESSES.filter((field) => body[field] !== undefined && !URL.canParse(body[field])).map((field) => ({
    field,
    message: 'must be a valid address',
  }))

const HOUSE = 'signet'

const nameFaults = ({ displayName }: Partial<SettingsRow>) =>
  displayName?.normalize('NFKC').trim().toLowerCase() === HOUSE
    ? [{ field: 'displayName', message: 'must not be the name of this service' }]
    : []

/** Routes for the settings of trust pages. Each write replaces all settings; the last one wins. */
export const settingsRoutes = (deps: TableDeps): Route[] => {
  const rows = rowTable(pageSettingsRow, deps)
  return [
    route(getPageSettings, async ({ caller }) => reply(200, settingsView(await rows.get({ org: orgOf(caller) })))),
    route(putPageSettings, async ({ body, caller }) => {
      const org = orgOf(caller)
      const faults = [...nameFaults(body), ...addressFaults(body), ...(body.accent ? accentFaults(body.accent) : [])]
      if (faults.length > 0) return invalidInput(faults)
      const row: SettingsRow = { ...body, updated_at: deps.now().toISOString() }
      await transact<void>(deps, async () => {
        const earlier = await rows.get({ org })
        const step = earlier
          ? rows.steps.replace({ org }, row, { updated_at: earlier.updated_at })
          : rows.steps.putNew({ org }, row)
        return { steps: [step], result: undefined }
      })
      return reply(200, settingsView(row))
    }),
  ]
}
