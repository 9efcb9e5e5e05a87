import type { CDPSession } from 'playwright-core';

/** The parts of V8's heap snapshots that are read here: `nodes` holds one field of a node after the other. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/**
 * Bytes of the heap that hold code: what the page's scripts were compiled to, and what the engine learnt about it. It
 * grows as code runs often, and has nothing to do with how many posts there are.
 */
export async function codeSize(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const collect = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const code = types[0].indexOf('code');
  const [kind, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let sum = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (nodes[node + kind] === code) sum += nodes[node + size] ?? 0;
  return sum;
}
