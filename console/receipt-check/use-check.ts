import { useContext, useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useQuery } from '../session/queries.ts'
import { SessionContext } from '../session/session.tsx'
import type { LocalFile, ReceiptCheck } from './checking.ts'
import { type IssuerWord, lookUp } from './lookup.ts'
import { NO_KEYS, type TrustedKeys } from './own-keys.ts'
import { type Tools, toolsQuery } from './tools.ts'

interface DroppedFiles {
  readonly number: number
  readonly files: readonly File[]
}

export interface Outcome extends ReceiptCheck {
  readonly name: string
  readonly subjectName: string | undefined
  readonly issuerWord: IssuerWord
}

const local = async (file: File): Promise<LocalFile> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
})

interface Source {
  readonly files: readonly LocalFile[]
  readonly issuerWord?: IssuerWord
}

const sampleFile = async (sample: string): Promise<LocalFile> => {
  const { changedSample, validSample } = await import('./samples.ts')
  return sample === 'changed'
    ? { name: 'the modified sample', bytes: changedSample() }
    : { name: 'the sample', bytes: validSample() }
}

interface CheckInput {
  readonly dropped: DroppedFiles | undefined
  readonly sample: string
  readonly hash: string
  readonly isSignedIn: boolean
}

const readSource = async ({ dropped, sample, hash, isSignedIn }: CheckInput, signal: AbortSignal): Promise<Source> => {
  if (dropped) return { files: await Promise.all(dropped.files.map(local)) }
  if (sample !== '') return { files: [await sampleFile(sample)] }
  const { bytes, issuerWord } = await lookUp(hash, isSignedIn, signal)
  return { files: [{ name: `receipt ${hash.slice(0, 12)}`, bytes }], issuerWord }
}

let drops = 0

export const useCheck = () => {
  const { query, route } = useLocation()
  const { hash = '', sample = '' } = query
  const isSignedIn = useContext(SessionContext) !== undefined
  const [dropped, setDropped] = useState<DroppedFiles>()
  const [subject, setSubject] = useState<{ readonly number: number; readonly file: File }>()
  const [keys, setKeys] = useState<{ readonly text: string; readonly userKeys: TrustedKeys }>({
    text: '',
    userKeys: NO_KEYS,
  })
  const tools = useQuery(toolsQuery)
  useEffect(() => {
    // The URL now names another receipt, so the dropped file no longer applies.
    if (hash !== '' || sample !== '') setDropped(undefined)
    setSubject(undefined)
  }, [hash, sample])
  const check = async ({ sortFiles, checkReceipt, published }: Tools, signal: AbortSignal): Promise<Outcome> => {
    const { files, issuerWord = {} } = await readSource({ dropped, sample, hash, isSignedIn }, signal)
    const { name, receipt, subject: droppedSubject } = sortFiles(files)
    const chosen = subject ? await local(subject.file) : droppedSubject
    const input = { file: receipt, subject: chosen?.bytes, published, userKeys: keys.userKeys, origin: location.origin }
    const { isPending } = issuerWord
    return { ...(await checkReceipt({ ...input, isPending })), name, subjectName: chosen?.name, issuerWord }
  }
  const isAsked = dropped !== undefined || hash !== '' || sample !== ''
  const outcome = useQuery({
    queryKey: ['receipt-check', dropped?.number, hash, sample, subject?.number, keys.text],
    queryFn: ({ signal }) => check(tools.data as Tools, signal),
    enabled: tools.data !== undefined && isAsked,
    // Files do not change; the status of a looked-up receipt can.
    staleTime: dropped !== undefined || sample !== '' ? Number.POSITIVE_INFINITY : 0,
  })
  return {
    tools,
    outcome: { ...outcome, isAsked },
    hash,
    setKeys,
    drop(files: readonly File[]) {
      if (files.length === 0) return
      setSubject(undefined)
      setDropped({ number: ++drops, files })
      if (hash !== '' || sample !== '') route('/receipts/check')
    },
    dropSubject(files: readonly File[]) {
      const [file] = files
      if (file) setSubject({ number: ++drops, file })
    },
  }
}
