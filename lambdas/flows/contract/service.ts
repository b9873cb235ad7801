import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { askFlowOracle, createFlow, downloadFlow, getFlow, getFlowOracle, listFlows, updateFlow } from './flows.ts'
import { previewScaffold } from './preview.ts'
import { rows } from './rows.ts'

export const flowService = defineService({
  name: 'flows',
  api: 'platform',
  title: 'Signet flows',
  description: "Scaffolds with governance documents, within the plan's quota, and previews before sign-up.",
  tags: { flows: "Scaffolds within the plan's quota", scaffold: 'Preview of a scaffold' },
  scopes: {
    'flows:read': { holder: 'organization', description: 'Read scaffolds and update projects' },
    'flows:write': { holder: 'organization', description: 'Create scaffolds, which counts against their quota' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'flows',
      version: '1.0.0',
      description: 'Scaffolds.',
      endpoints: [createFlow, listFlows, getFlow, getFlowOracle, askFlowOracle, updateFlow],
    },
    { name: 'flow-files', version: '1.0.0', description: 'Scaffolds as ZIP archives.', endpoints: [downloadFlow] },
    {
      name: 'scaffold-preview',
      version: '1.0.0',
      description: 'Preview of the files of a scaffold.',
      endpoints: [previewScaffold],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly flows: typeof flowService
  }
}
