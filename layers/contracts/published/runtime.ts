// Written by "signet-contracts publish". Do not edit: the check compares it with the contract files.
import runtime_agents_1_0_0 from './runtime-agents/1.0.0.json' with { type: 'json' }
import runtime_decks_1_0_0 from './runtime-decks/1.0.0.json' with { type: 'json' }
import runtime_grader_1_0_0 from './runtime-grader/1.0.0.json' with { type: 'json' }
import runtime_loop_1_0_0 from './runtime-loop/1.0.0.json' with { type: 'json' }
import runtime_loop_stream_1_0_0 from './runtime-loop-stream/1.0.0.json' with { type: 'json' }
import runtime_manifests_1_0_0 from './runtime-manifests/1.0.0.json' with { type: 'json' }
import runtime_pipelines_1_0_0 from './runtime-pipelines/1.0.0.json' with { type: 'json' }
import runtime_readings_1_0_0 from './runtime-readings/1.0.0.json' with { type: 'json' }
import runtime_receipts_1_0_0 from './runtime-receipts/1.0.0.json' with { type: 'json' }
import runtime_scaffolds_1_0_0 from './runtime-scaffolds/1.0.0.json' with { type: 'json' }
import runtime_service_1_0_0 from './runtime-service/1.0.0.json' with { type: 'json' }
import runtime_telemetry_1_0_0 from './runtime-telemetry/1.0.0.json' with { type: 'json' }
import runtime_verification_1_0_0 from './runtime-verification/1.0.0.json' with { type: 'json' }

/** Published contracts by name and version, as plain data. */
export const published: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'runtime-agents': {
    '1.0.0': runtime_agents_1_0_0,
  },
  'runtime-decks': {
    '1.0.0': runtime_decks_1_0_0,
  },
  'runtime-grader': {
    '1.0.0': runtime_grader_1_0_0,
  },
  'runtime-loop': {
    '1.0.0': runtime_loop_1_0_0,
  },
  'runtime-loop-stream': {
    '1.0.0': runtime_loop_stream_1_0_0,
  },
  'runtime-manifests': {
    '1.0.0': runtime_manifests_1_0_0,
  },
  'runtime-pipelines': {
    '1.0.0': runtime_pipelines_1_0_0,
  },
  'runtime-readings': {
    '1.0.0': runtime_readings_1_0_0,
  },
  'runtime-receipts': {
    '1.0.0': runtime_receipts_1_0_0,
  },
  'runtime-scaffolds': {
    '1.0.0': runtime_scaffolds_1_0_0,
  },
  'runtime-service': {
    '1.0.0': runtime_service_1_0_0,
  },
  'runtime-telemetry': {
    '1.0.0': runtime_telemetry_1_0_0,
  },
  'runtime-verification': {
    '1.0.0': runtime_verification_1_0_0,
  },
}
