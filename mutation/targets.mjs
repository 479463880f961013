/** What is mutated, and the tests that must notice. One run takes one target: `npm run mutation -- gate`. */
export const targets = {
  gate: {
    mutate: ['packages/tools/src/execution/tool-gate.ts'],
    tests: ['tools/test/{execution,registry}', 'chat/test/{loop,client,combinations}'],
  },
  loop: {
    mutate: [
      'packages/chat/src/advisors/{tool-calling-advisor,tool-loop-round,tool-loop-turn,turn-ending}.ts',
      'packages/chat/src/loop/{tool-calling-manager,tool-call-batch}.ts',
    ],
    tests: ['chat/test/{advisors,loop,client,combinations,behaviours}'],
  },
  limits: {
    mutate: ['packages/chat/src/loop/{tool-call-limits,turn-tally}.ts'],
    tests: ['chat/test/{loop,combinations}', 'chat/test/autoconfigure'],
  },
  approval: {
    mutate: [
      'packages/chat/src/loop/{turn-approvals,turn-state,turn-store}.ts',
      'packages/chat/src/advisors/turn-suspension.ts',
      'packages/tools/src/execution/tool-approval.ts',
    ],
    tests: ['chat/test/{client,loop,combinations}', 'tools/test/execution'],
  },
  chain: {
    mutate: ['packages/chat/src/advisors/{advisor-chain,advisor,base-advisor}.ts'],
    tests: ['chat/test/{advisors,client,behaviours}'],
  },
  binder: {
    mutate: [
      'packages/container/src/config/{binder,conversion,schema-reader,property-name,placeholders,unknown-keys}.ts',
    ],
    tests: ['container/test/{config,cases,failures}'],
  },
}

/** The target named on the command line of the run. */
export const target = () => {
  const name = process.env.VERNAL_MUTATION
  const found = targets[name]
  if (!found) throw new Error(`No mutation target "${name}"; there are ${Object.keys(targets).join(', ')}.`)
  return { name, ...found }
}
