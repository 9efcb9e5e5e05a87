export { drawPoster } from './draw-poster';
export { uploadFile } from './upload-file';
export { ACCEPTED, FORMATS, kindOf, uploadProblem } from './upload-rules';
export { createUploadSlots } from './upload-slots';
export { uploadTrouble, type UploadTrouble } from './upload-trouble';
