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
const USER_ERRORS = ['ReceiptFileError', 'LookupError']

const faultOfCheck = (error: Error): Fault => {
  if (USER_ERRORS.includes(error.name)) return { message: `${error.message}.`.replace('..', '.') }
  if (error.name === 'NotSupportedError')
    return { message: 'This browser does not support Ed25519. Use a browser from 2025 or later, or the command below.' }
  return faultOf(error)
}

const Samples = () => (
  <div class="row">
    <span class="second">Try a sample:</span>
    <LinkButton href="/receipts/check?sample=valid">Valid sample</LinkButton>
    <LinkButton href="/receipts/check?sample=changed">Sample with one digit changed</LinkButton>
  </div>
)

const OfflineVerification = ({ commands }: { readonly commands: string }) => (
  <Section title="Offline verification">
    <p>
      Requires <code>openssl</code> and <code>jq</code>. Run the commands in the folder of the unpacked ZIP. The second
      line prints the hash; the last line confirms the signature. <code>key.pem</code> belongs to the issuer if the
      issuer's key set contains it.
    </p>
    <Code text={commands} label="Commands" language="bash" />
    <p>With Node.js 20 or later, without a network:</p>
    <Code text="npx @signet/verify-receipt receipt.zip --offline" label="Verifier command" language="bash" />
  </Section>
)

/** Verifies a receipt in the browser, with or without an account. Files are not uploaded. */
export const Area = () => {
  const isSignedIn = useContext(SessionContext) !== undefined
  const { tools, outcome, hash, setKeys, dropReceipt, dropSubject } = useCheck()
  const issuers = [location.origin]
  return (
    <div class="stack">
      <PageHead
        title="Receipt check"
        about="A receipt is a statement about an organization’s work, signed by Signet. Receipts are verified in this browser, and your files are not uploaded."
        actions={isSignedIn && <LinkButton href="/receipts">View receipts</LinkButton>}
      />
      <DropZone label="Choose a receipt" accept={ACCEPTED} onFiles={dropReceipt}>
        <p>
          Drop a receipt here: .zip, .json, .dsse.json or .sigstore.json. You can add the file that the receipt
          describes.
        </p>
      </DropZone>
      <LookupForm key={hash} hash={hash} origins={issuers} />
      <Samples />
      <KeysForm tools={tools.data} onKeys={setKeys} />
      <Loaded of={tools} rows={1}>
        {({ commands }) => (
          <>
            {outcome.isRequested && outcome.error && (
              <Failure
                fault={faultOfCheck(outcome.error)}
                onRetry={USER_ERRORS.includes(outcome.error.name) ? undefined : () => void outcome.refetch()}
              />
            )}
            {outcome.isRequested && !outcome.error && (
              <Loaded of={outcome}>{(data) => <Result outcome={data} onSubject={dropSubject} />}</Loaded>
            )}
            <OfflineVerification commands={commands} />
          </>
        )}
      </Loaded>
    </div>
  )
}
