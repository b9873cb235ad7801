import { LinkButton, PageHead } from '@signet/ui'
import { mayManage, nameOf, useSession } from '../session/session.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { OrganisationEnd } from './organisation-end.tsx'
import { Organisations } from './organisations.tsx'

export const PeoplePage = () => {
  const session = useSession()
  const { organisation } = session
  const isShared = organisation.kind === 'shared'
  return (
    <div class="stack wide">
      <PageHead
        title="People"
        about={
          isShared
            ? `Members of ${nameOf(organisation)} share its keys, plan, images, flags and archive.`
            : 'Your personal organisation is yours alone. Create an organisation to work with others.'
        }
        actions={<LinkButton href="/people/join">Use an invitation code</LinkButton>}
      />
      {isShared && <Members />}
      {isShared && mayManage(session) && <Invitations />}
      <Organisations />
      {isShared && organisation.role === 'owner' && <OrganisationEnd />}
    </div>
  )
}
