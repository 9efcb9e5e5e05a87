import { useEffect, useState } from 'react';
import { inLanguage, loadAnswers } from './answers';

/** A message that the API stored or sent with a success, in the language of the page once its texts have loaded. */
export const useAnswer = (message: string): string => {
  const [, setLoaded] = useState(false);
  useEffect(() => void loadAnswers().then(() => setLoaded(true)), []);
  return inLanguage(message);
};
