import { PageHead } from '@signet/ui'
import { useSession } from '../session/session.tsx'
import { AccountDeletion } from './account-deletion.tsx'
import { AccountExport } from './export.tsx'
import { NameForm } from './name-form.tsx'
import { Sessions } from './sessions.tsx'

export const Area = () => {
  const { email } = useSession()
  return (
    <div class="stack wide">
      <PageHead title="Account" about={email} />
      <NameForm />
      <Sessions />
      <AccountExport />
      <AccountDeletion />
    </div>
  )
}
