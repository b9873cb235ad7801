import {
  type Check,
  type Evidence,
  isWitnessKey,
  type NoteKey,
  type PublicKeyRecord,
  parseVerifierKey,
  verifyReceipt,
} from '@signet/receipts'

interface Element {
  textContent: string | null
  hidden: boolean
  dataset: Record<string, string | undefined>
}
declare const document: {
  getElementById(id: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
}

interface PageEvidence {
  readonly evidence: Omit<Evidence, 'logKeys' | 'witnessKeys'>
  readonly keys: readonly PublicKeyRecord[]
  readonly noteKeys: readonly string[]
}

const WORDS: Readonly<Record<Check['status'], string>> = {
  pass: 'passes',
  fail: 'fails',
  pending: 'pending',
  skipped: 'not checked',
}

const say = (id: string, text: string): void => {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

const pageEvidence = (): PageEvidence | undefined => {
  const text = document.getElementById('evidence')?.textContent
  return text ? (JSON.parse(text) as PageEvidence) : undefined
}

const run = async (): Promise<void> => {
  const data = pageEvidence()
  if (!data) return
  const noteKeys: readonly NoteKey[] = data.noteKeys.map(parseVerifierKey)
  const { checks, valid, hash } = await verifyReceipt({
    ...data.evidence,
    keys: data.keys,
    logKeys: noteKeys.filter((key) => !isWitnessKey(key)),
    witnessKeys: noteKeys.filter(isWitnessKey),
  })
  const isSame = hash === document.getElementById('hash')?.textContent
  for (const cell of document.querySelectorAll('[data-check]')) {
    const check = checks[cell.dataset.check as keyof typeof checks]
    if (check) cell.textContent = `In this browser: ${WORDS[check.status]}.`
  }
  say(
    'browser',
    valid && isSame
      ? 'Your browser has verified it, too: payload, signature, key and log match this page.'
      : 'Your browser has verified it, and it does NOT match this page.',
  )
}

run().catch((error: unknown) => {
  say(
    'browser',
    `Your browser could not verify it (${error instanceof Error ? error.message : String(error)}). The server has verified it.`,
  )
})
