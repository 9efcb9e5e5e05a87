import { useState } from 'react';
import { isAbort } from '../../../lib/api-error';
import { copyText } from '../../../lib/copy-text';
import { showAlert } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import type { FeatureResult } from '../model/feature-result';

const nativeShare = async (result: FeatureResult): Promise<void> => {
  await navigator.share({ title: result.title, text: result.content, url: result.shareUrl });
};

const copy = async ({ title, content, shareUrl }: FeatureResult): Promise<void> => {
  await copyText(`${title}\n\n${content}\n\n${shareUrl}`);
  showAlert('Content copied to clipboard!');
};

/** The browser's own share, otherwise a copy on the clipboard and a word about it (A §8). */
export const useShareFeature = () => {
  const [sharing, setSharing] = useState(false);
  const share = async (result: FeatureResult): Promise<void> => {
    setSharing(true);
    try {
      if (typeof navigator.share === 'function') await nativeShare(result);
      else await copy(result);
    } catch (error) {
      // whoever closes the share sheet wanted just that
      if (!isAbort(error)) toast.error('Failed to share. Please try again.');
    } finally {
      setSharing(false);
    }
  };
  return { share, sharing };
};
