import {
  dropTargetForExternal,
  monitorForExternal,
} from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import { containsFiles, getFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Accepts files dropped anywhere on the page or pasted into it.
 * @returns whether files are being dragged over the page
 */
export const useFileIntake = (onFiles: (files: File[]) => void): boolean => {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: File[]) => {
    if (files.length > 0) onFiles(files);
  });

  useEffect(
    () =>
      combine(
        dropTargetForExternal({ element: document.body, canDrop: containsFiles }),
        monitorForExternal({
          canMonitor: containsFiles,
          onDragStart: () => {
            // A file dropped outside the drop area must not replace the page.
            preventUnhandled.start();
            setOver(true);
          },
          onDrop: ({ source, location }) => {
            preventUnhandled.stop();
            setOver(false);
            if (location.current.dropTargets.length > 0) take(getFiles({ source }));
          },
        }),
      ),
    [],
  );

  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Text copied from a document arrives as plain text, HTML and a picture of it; a file arrives with its name.
      const isText = ['text/plain', 'text/html'].every((type) => event.clipboardData?.getData(type));
      if (files.length === 0 || isText) return;
      event.preventDefault();
      take(files);
    };
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, []);

  return over;
};
