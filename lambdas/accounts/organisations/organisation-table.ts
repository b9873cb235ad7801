import type { NewId } from '@signet/kernel'
import { type CreationDeps, createOrganisation, type TooManyOrganisations } from './create-organisation.ts'
import { type MemberWritesDeps, memberWrites, type Organisation } from './member-writes.ts'
import { type MembersTable, membersTable } from './members-table.ts'

export interface OrganisationTableDeps extends CreationDeps, MemberWritesDeps {
  readonly newId: NewId
}

export interface OrganisationTable extends MembersTable {
  /** The limits hold exactly for any number of concurrent requests. */
  create(user: string, name: string): Promise<Organisation | TooManyOrganisations>
}

export const organisationTable = (deps: OrganisationTableDeps): OrganisationTable => ({
  ...membersTable(deps),
  create: createOrganisation(memberWrites(deps), deps),
})
