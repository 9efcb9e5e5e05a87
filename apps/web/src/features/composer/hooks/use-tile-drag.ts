import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

interface TileDragOptions {
  tile: RefObject<HTMLElement | null>;
  /** Which attachment this is, its kind, and its place in the list. */
  id: string;
  kind: string;
  index: number;
  /** Another tile was let go here. */
  onDrop: (id: string) => void;
}

/** A tile that can be dragged onto others of its kind. `edge` is where one that is held over it would go. */
export const useTileDrag = ({ tile, id, kind, index, onDrop }: TileDragOptions) => {
  const [dragging, setDragging] = useState(false);
  const [edge, setEdge] = useState<'before' | 'after' | null>(null);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    const element = tile.current;
    if (!element) return;
    return combine(
      draggable({
        element,
        getInitialData: () => ({ id, kind, index }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['kind'] === kind && source.data['id'] !== id,
        onDragEnter: ({ source }) => setEdge(Number(source.data['index']) < index ? 'after' : 'before'),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source }) => {
          setEdge(null);
          drop(String(source.data['id']));
        },
      }),
    );
  }, [tile, id, kind, index]);

  return { dragging, edge };
};
