export {
  advanceCanary,
  type CanaryUpdate,
  isInCanary,
  setCanaryPercentage,
  startCanary,
  stopCanary,
  withCanaryOverruled,
} from './advance-canary.ts'
export {
  CANARY_STAGES,
  type Canary,
  type CanaryCounts,
  type CanaryGuard,
  type CanaryOptions,
  CanaryRefused,
  type CanaryStatus,
  DWELL_SECONDS_DEFAULT,
  DWELL_SECONDS_MAX,
  DWELL_SECONDS_MIN,
  type Observation,
} from './canary.ts'
export { type AlarmState, judgeCanary, type Measurements } from './judge-canary.ts'
