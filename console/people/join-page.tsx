import { PageHead, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { switchOrganization } from '../session/enter.ts'
import { useSession } from '../session/session.tsx'

/** Accepts an invitation. Its link contains the code in the URL fragment. */
export const JoinPage = () => {
  const { email } = useSession()
  const [token, setToken] = useState(decodeURIComponent(location.hash.slice(1)))
  const join = useAction(async () =>
    switchOrganization((await accounts.acceptInvitation({ token: token.trim() })).orgId),
  )
  return (
    <div class="stack">
      <PageHead
        title="Invitation"
        about={`An invitation is valid for one email address. ${email === null ? 'Your account has no email address.' : `You are signed in as ${email}.`}`}
      />
      <ActionForm action={join} onSubmit={() => join.run()} text="Join organization">
        <TextField
          label="Invitation code"
          required
          isMono
          value={token}
          onValue={setToken}
          fault={join.fields.token}
          autocomplete="off"
          spellcheck={false}
        />
      </ActionForm>
    </div>
  )
}
