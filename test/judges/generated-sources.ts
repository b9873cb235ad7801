import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { client } from '@signet/contract-tools/client'
import { handlers } from '@signet/contract-tools/handlers'
import { openApi } from '@signet/contract-tools/openapi'
import { type ContractIR, endpointsIR, irOf, serviceIR } from '@signet/contracts/ir'
import { openApiDocuments } from '../../lib/openapi.ts'
import { servedApis } from '../../lib/services.ts'
import { sampleDocument, sampleIRs } from '../support/sample-document.ts'
import { deskEndpoints, tickets } from '../support/ticket-contract.ts'

/** Contracts that one API serves, with its document. */
export interface GeneratedService {
  readonly name: string
  readonly irs: readonly ContractIR[]
  readonly document: object
}

const servers = [{ url: 'http://127.0.0.1' }]
const deskIRs = [
  irOf(tickets),
  endpointsIR(Object.values(deskEndpoints), { name: 'desk_files', description: 'Files.' }),
]

/** The sample service whose handlers `ticket-desk.ts` implements, so that every state transition can be called. */
export const deskService: GeneratedService = {
  name: 'desk',
  irs: deskIRs,
  document: openApi(deskIRs, { title: 'Help desk', version: '1.0.0', servers }),
}

const platformServices = (): GeneratedService[] => {
  const documents = openApiDocuments('0.0.0')
  return servedApis().map(({ key, services }) => ({
    name: key,
    irs: services.flatMap(({ service }) => serviceIR(service)),
    document: documents[key] ?? {},
  }))
}

/** Lists every service whose generated code is judged. */
export const generatedServices = (): readonly GeneratedService[] => [
  ...platformServices(),
  deskService,
  { name: 'samples', irs: sampleIRs, document: sampleDocument },
]

const support = '../../test/support'
const definitions: Readonly<Record<string, { contractModule: string; contractExport: string }>> = {
  ticket: { contractModule: `${support}/ticket-contract.ts`, contractExport: 'tickets' },
  desk_files: { contractModule: `${support}/ticket-contract.ts`, contractExport: 'deskEndpoints' },
}

/** Lists the contracts with operations; the others have only events. */
export const contractsWithOperations = ({ irs }: GeneratedService): GeneratedService['irs'] =>
  irs.filter(({ operations }) => operations.some(({ route }) => route !== undefined))

/**
 * Returns the files of a service: a client of each contract that has routes, and handlers if a definition exists to
 * serve.
 */
export const sourcesOf = (service: GeneratedService): Record<string, string> => {
  const files: Record<string, string> = {}
  for (const ir of contractsWithOperations(service)) {
    const definition = definitions[ir.name]
    files[`${ir.name}-client.ts`] = client(ir)['client.ts'] ?? ''
    if (definition !== undefined) files[`${ir.name}-handlers.ts`] = handlers(ir, definition)['handlers.ts'] ?? ''
  }
  return files
}

/** Writes files into a folder of the build output, where packages resolve, while `work` runs. */
export const withFilesInFolder = async <T>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const buildFolder = resolve('.tsbuild')
  mkdirSync(buildFolder, { recursive: true })
  const folder = mkdtempSync(`${buildFolder}/judged-`)
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(`${folder}/${path}`, text)
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
