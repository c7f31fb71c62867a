-- Pieces of output are written once, read in slices and seldom: compressing each costs half of the speed they are kept at.
ALTER TABLE "output_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
