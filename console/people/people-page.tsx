import { LinkButton, PageHead } from '@signet/ui'
import { mayManage, nameOf, useSession } from '../session/session.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { OrganizationDeletion } from './organization-deletion.tsx'
import { Organizations } from './organizations.tsx'

export const PeoplePage = () => {
  const session = useSession()
  const { organization } = session
  const isShared = organization.kind === 'shared'
  return (
    <div class="stack wide">
      <PageHead
        title="Members"
        about={
          isShared
            ? `Members of ${nameOf(organization)} share its API keys, plan, images, flags and archive.`
            : 'Your personal organization has no other members. Create an organization to work with others.'
        }
        actions={<LinkButton href="/people/join">Use invitation code</LinkButton>}
      />
      {isShared && <Members />}
      {isShared && mayManage(session) && <Invitations />}
      <Organizations />
      {isShared && organization.role === 'owner' && <OrganizationDeletion />}
    </div>
  )
}
