import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { invalidInput, type Route, type RowOf, route, rowTable, type TableDeps, transact } from '@signet/kernel'
import { getPageSettings, putPageSettings, type TrustPageSettings } from '../contract/page-settings.ts'
import { pageSettingsRow } from '../contract/page-settings-row.ts'
import { accentErrors } from './contrast.ts'

type SettingsRow = RowOf<typeof pageSettingsRow>

const settingsView = (row: SettingsRow | undefined): TrustPageSettings => ({
  ...row,
  updated_at: row?.updated_at ?? null,
})

const URL_FIELDS = ['website', 'securityContact'] as const

const urlErrors = (body: Partial<SettingsRow>) =>
  URL_FIELDS.filter((field) => body[field] !== undefined && !URL.canParse(body[field])).map((field) => ({
    field,
    message: 'must be a valid URL',
  }))

const RESERVED_NAME = 'signet'

const nameErrors = ({ displayName }: Partial<SettingsRow>) =>
  displayName?.normalize('NFKC').trim().toLowerCase() === RESERVED_NAME
    ? [{ field: 'displayName', message: 'must not be Signet, the name of this service' }]
    : []

/** Routes for the settings of trust pages. Each write replaces all settings; the last one wins. */
export const settingsRoutes = (deps: TableDeps): Route[] => {
  const rows = rowTable(pageSettingsRow, deps)
  return [
    route(getPageSettings, async ({ caller }) => reply(200, settingsView(await rows.get({ org: orgOf(caller) })))),
    route(putPageSettings, async ({ body, caller }) => {
      const org = orgOf(caller)
      const errors = [...nameErrors(body), ...urlErrors(body), ...(body.accent ? accentErrors(body.accent) : [])]
      if (errors.length > 0) return invalidInput(errors)
      const row: SettingsRow = { ...body, updated_at: deps.now().toISOString() }
      await transact<void>(deps, async () => {
        const existing = await rows.get({ org })
        const step = existing
          ? rows.steps.replace({ org }, row, { updated_at: existing.updated_at })
          : rows.steps.putNew({ org }, row)
        return { steps: [step], result: undefined }
      })
      return reply(200, settingsView(row))
    }),
  ]
}
