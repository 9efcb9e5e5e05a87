import type { Document, FindCursor } from 'mongodb';

export interface Stats {
  nReturned: number;
  totalKeysExamined: number;
  totalDocsExamined: number;
  stages: string[];
}

/** Returns what a find examined, and its stages, outermost first. */
export async function explained(cursor: FindCursor<Document>): Promise<Stats> {
  const result = await cursor.explain('executionStats');
  const { nReturned, totalKeysExamined, totalDocsExamined } = result.executionStats as Stats;
  const stages: string[] = [];
  for (let stage = result.queryPlanner.winningPlan; stage; stage = stage.inputStage ?? stage.inputStages?.[0])
    stages.push(stage.stage);
  return { nReturned, totalKeysExamined, totalDocsExamined, stages };
}
