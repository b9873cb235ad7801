import type { Pattern } from '../pattern.ts'

export const workflow: Pattern = {
  id: 'workflow',
  title: 'Workflow',
  description:
    'Carries a case through steps that take hours or weeks: approvals, waits, compensation, and a history of actions.',
  terms: {
    names:
      'workflow, workflows, approval workflow, approval process, step functions, state machine, saga, orchestrate, orchestration, orchestrator, multi step process, business process, bpm, onboarding workflow, order fulfilment, order fulfillment, long running process',
    typical:
      'approve, approves, approval, approvals, approver, sign off, signs off, several steps, multi step, escalate, escalates, escalation, wait for, waits for, compensate, compensation, roll back, rolls back, rollback, onboarding, offboarding, fulfilment, fulfillment, manager approves, four eyes, claims process, loan application, hand over, handover, human approval, procurement, purchase request, leave request, step by step process, provision, provisioning, two reviewers, committee, human ok, goes to the, sent back, back to the author, who has to agree, chase people, days for an answer, resume, months',
    hints:
      'process, step, stage, manager, request, review, reject, rejected, days, case, status, reminder, timeout, legal, finance, hr, claim, application, undo, after that, finally, resume, then, steps, stages, review and approve, deadline, deadlines',
  },
  phrasings: [
    'A holiday wish goes to the boss, then to HR, and back with a reason if anybody says no',
    'From the order over picking, packing and shipping to the bill, and undo it all when the card is refused',
    'A claim is looked at by two people; above ten thousand a third one has to agree',
    'Buying a laptop takes the yes of the team lead, the budget owner and IT, and it may take weeks',
    'New suppliers are checked by four departments, one after the other, and somebody must be chased',
    'Book flight, hotel and car; if one fails cancel the others',
    'When somebody leaves, take back the laptop, close accounts, pay out holidays, in the right order',
    'An article passes from author to editor to lawyer to publishing, and can be sent back',
    'Open an account at a bank: identity, risk, contract, card, with days of waiting between',
    'A change to production needs two people to agree before it goes on by itself',
    'Move house for a customer: cancel the old contract, wait for the date, begin the new one',
    'Refunds above a hundred euro need a second pair of eyes, and lapse after a week',
    'A permit runs through offices for months and the applicant wants to know where it is',
    'If the tester does not answer within two days ask their deputy',
    'Set up a tenant: database, domain, mails, first invoice; continue where it broke',
    'Clinical samples go through five labs, each waiting for the one before',
    'Student applications are read, interviewed, ranked and answered',
    'Recalls: stop the sale, inform dealers, collect parts, confirm destruction, each with a date',
    'Insurance cases where a human decides in the middle and the machine does the rest',
    'Hire somebody: offer, contract, signature, equipment, first day',
    'Pay out a grant in three parts, each after a report was accepted',
    'Bring a drug trial amendment through ethics board, sponsor and sites',
  ],
}
