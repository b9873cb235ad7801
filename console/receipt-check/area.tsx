import { Code, DropZone, Failure, type Fault, LinkButton, PageHead, Section } from '@signet/ui'
import { useContext } from 'preact/hooks'
import { faultOf } from '../session/faults.ts'
import { Loaded } from '../session/loaded.tsx'
import { SessionContext } from '../session/session.tsx'
import { KeysForm } from './keys-form.tsx'
import { LookupForm } from './lookup-form.tsx'
import { Result } from './result.tsx'
import { useCheck } from './use-check.ts'

const ACCEPTED = '.json,.zip'
const TOLD = ['ReceiptFileError', 'LookupError']

const faultOfCheck = (error: Error): Fault => {
  if (TOLD.includes(error.name)) return { message: `${error.message}.`.replace('..', '.') }
  if (error.name === 'NotSupportedError')
    return { message: 'This browser does not know Ed25519: one of 2025 or later does, and so does the command below.' }
  return faultOf(error)
}

const Samples = () => (
  <div class="row">
    <span class="second">No receipt at hand?</span>
    <LinkButton href="/receipts/check?sample=valid">An example that passes</LinkButton>
    <LinkButton href="/receipts/check?sample=changed">The same with one digit changed</LinkButton>
  </div>
)

const Elsewhere = ({ commands }: { readonly commands: string }) => (
  <Section title="Without this page">
    <p>
      With <code>openssl</code> and <code>jq</code> alone, in the folder of the unpacked ZIP. The second line prints the
      hash, the last one says that the signature is good; <code>key.pem</code> is the issuer's, if its key set names it.
    </p>
    <Code text={commands} label="Commands" language="bash" />
    <p>With Node 20 or later, and no network:</p>
    <Code text="npx @signet/verify-receipt receipt.zip --offline" label="The verifier" language="bash" />
  </Section>
)

/** Checks a receipt in the browser, for everybody: nothing of it is sent. */
export const Area = () => {
  const isSignedIn = useContext(SessionContext) !== undefined
  const { tools, outcome, hash, setKeys, drop, dropSubject } = useCheck()
  const issuers = [location.origin]
  return (
    <div class="stack">
      <PageHead
        title="Check a receipt"
        about="The check is made in this browser: nothing of a file is sent, and nobody is asked."
        actions={isSignedIn && <LinkButton href="/receipts">All receipts</LinkButton>}
      />
      <DropZone label="Choose a receipt" accept={ACCEPTED} onFiles={drop}>
        <p>
          Drop a receipt here: .zip, .json, .dsse.json or .sigstore.json. With the file that it is about, too, if you
          like.
        </p>
      </DropZone>
      <LookupForm key={hash} hash={hash} origins={issuers} />
      <Samples />
      <KeysForm tools={tools.data} onKeys={setKeys} />
      <Loaded of={tools} rows={1}>
        {({ commands }) => (
          <>
            {outcome.isAsked && outcome.error && (
              <Failure
                fault={faultOfCheck(outcome.error)}
                onRetry={TOLD.includes(outcome.error.name) ? undefined : () => void outcome.refetch()}
              />
            )}
            {outcome.isAsked && !outcome.error && (
              <Loaded of={outcome}>{(data) => <Result of={data} onSubject={dropSubject} />}</Loaded>
            )}
            <Elsewhere commands={commands} />
          </>
        )}
      </Loaded>
    </div>
  )
}
