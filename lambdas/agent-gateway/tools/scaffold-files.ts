import { type Flow, flowId } from '@signet/runtime-schemas/flow'
import type * as z from 'zod'
import { withContents } from './included-files.ts'

type File = z.output<typeof Flow>['scaffold']['files'][number]

/** Restricted to a hash, because the id becomes a path segment: `..` would be another path. */
export const scaffoldId = flowId().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

const RANKS: Readonly<Record<File['role'], number>> = { scaffold: 0, test: 1, governance: 2, doc: 3, config: 4 }

export const scaffoldFiles = (files: readonly File[], includesAll: boolean, paths?: readonly string[]) =>
  withContents(files, {
    isRequested: ({ path }) => (paths === undefined ? includesAll : paths.includes(path)),
    rank: ({ role }) => RANKS[role],
  })

export const linksOf = (platformUrl: string, id: string) => ({
  download_url: `${platformUrl}/api/flows/${id}/download`,
  verify_url: `${platformUrl}/verify/${id}`,
})

export const pathLines = (files: readonly { readonly path: string; readonly role: string }[]): string =>
  files.map(({ path, role }) => `- ${path} (${role})`).join('\n')
