/** Types of all events of a flag set. Each event reports one version of the set, and so one entry of its audit log. */
export const SET_EVENTS = [
  'org.signet.flag.created.v1',
  'org.signet.flag.updated.v1',
  'org.signet.flag.reverted.v1',
  'org.signet.flag.deleted.v1',
  'org.signet.segment.written.v1',
  'org.signet.segment.deleted.v1',
  'org.signet.canary.started.v1',
  'org.signet.canary.updated.v1',
  'org.signet.canary.advanced.v1',
  'org.signet.canary.held.v1',
  'org.signet.canary.succeeded.v1',
  'org.signet.canary.rolled_back.v1',
  'org.signet.canary.stopped.v1',
] as const
